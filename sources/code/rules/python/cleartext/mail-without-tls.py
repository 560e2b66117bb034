import imaplib
import smtplib


def send(host, user, password):
    server = smtplib.SMTP(host)
    # ruleid: python/cleartext/mail-without-tls
    server.login(user, password)
    with smtplib.SMTP(host) as mail:
        # ruleid: python/cleartext/mail-without-tls
        mail.login(user, password)
    box = imaplib.IMAP4(host)
    # ruleid: python/cleartext/mail-without-tls
    box.login(user, password)


def safely(host, user, password):
    server = smtplib.SMTP(host)
    server.starttls()
    # ok: python/cleartext/mail-without-tls
    server.login(user, password)
    other = smtplib.SMTP_SSL(host)
    # ok: python/cleartext/mail-without-tls
    other.login(user, password)
    box = imaplib.IMAP4_SSL(host)
    # ok: python/cleartext/mail-without-tls
    box.login(user, password)
