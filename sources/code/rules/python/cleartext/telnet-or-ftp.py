import ftplib
import telnetlib
from ftplib import FTP, FTP_TLS


def connect(host):
    # ruleid: python/cleartext/telnet-or-ftp
    telnetlib.Telnet(host)
    # ruleid: python/cleartext/telnet-or-ftp
    ftplib.FTP(host)
    # ruleid: python/cleartext/telnet-or-ftp
    connection = FTP(host, "user")

    # ok: python/cleartext/telnet-or-ftp
    ftplib.FTP_TLS(host)
    # ok: python/cleartext/telnet-or-ftp
    FTP_TLS(host)
    # ok: python/cleartext/telnet-or-ftp
    other = ftplib.FTP_TLS(host, "user")
    return connection, other
