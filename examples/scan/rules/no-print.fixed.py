# ruleid: no-print
app.logger.info("hello")
message = "hello"
# ruleid: no-print
app.logger.info(message)

# ok: no-print
app.logger.info(message)
