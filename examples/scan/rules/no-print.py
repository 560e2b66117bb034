# ruleid: no-print
print("hello")
message = "hello"
# ruleid: no-print
print(message)

# ok: no-print
app.logger.info(message)
