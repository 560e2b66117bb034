import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import java.net.*;
import javax.net.ssl.SSLSocketFactory;
import org.apache.commons.net.ftp.*;
import org.apache.commons.net.telnet.TelnetClient;

class Protocols extends HttpServlet {
    void socket(String host) throws IOException {
        // ruleid: java/transport/cleartext-protocol
        Socket socket = new Socket(host, 80);
        socket.getOutputStream();
    }

    void telnet(String host) throws IOException {
        // ruleid: java/transport/cleartext-protocol
        TelnetClient client = new TelnetClient();
    }

    void ftp(FTPClient client, String host) throws IOException {
        // ruleid: java/transport/cleartext-protocol
        client.connect(host);
    }

    void encrypted(String host) throws IOException {
        // ok: java/transport/cleartext-protocol
        SSLSocketFactory.getDefault().createSocket(host, 9000);
    }

    void ftps(String host) throws IOException {
        // ok: java/transport/cleartext-protocol
        FTPSClient client = new FTPSClient();
        client.connect(host);
    }

    void later() {
        // ok: java/transport/cleartext-protocol
        Socket socket = new Socket();
    }
}
