import asyncssh
import paramiko
from paramiko import client


def connect(host):
    ssh = paramiko.SSHClient()
    # ruleid: python/transport/host-key-not-checked
    ssh.set_missing_host_key_policy(paramiko.AutoAddPolicy())
    # ruleid: python/transport/host-key-not-checked
    ssh.set_missing_host_key_policy(client.WarningPolicy)
    # ruleid: python/transport/host-key-not-checked
    asyncssh.connect(host, known_hosts=None)

    ssh.load_system_host_keys()
    # ok: python/transport/host-key-not-checked
    ssh.set_missing_host_key_policy(paramiko.RejectPolicy())
    # ok: python/transport/host-key-not-checked
    ssh.set_missing_host_key_policy(client.RejectPolicy)
    # ok: python/transport/host-key-not-checked
    asyncssh.connect(host, known_hosts="known_hosts")
