import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import org.apache.commons.mail.*;

class Mails extends HttpServlet {
    void send(SimpleEmail mail) throws Exception {
        // ruleid: java/transport/smtp-without-check
        mail.setSSLOnConnect(true);
        mail.send();
    }

    void html(HtmlEmail mail) throws Exception {
        boolean on = true;
        // ruleid: java/transport/smtp-without-check
        mail.setSSLOnConnect(on);
    }

    void properties(Properties properties) {
        // ruleid: java/transport/smtp-without-check
        properties.put("mail.smtp.socketFactory.class", "javax.net.ssl.SSLSocketFactory");
    }

    void checked(SimpleEmail mail) throws Exception {
        // ok: java/transport/smtp-without-check
        mail.setSSLOnConnect(true);
        mail.setSSLCheckServerIdentity(true);
    }

    void checkedProperties(Properties properties) {
        // ok: java/transport/smtp-without-check
        properties.put("mail.smtp.socketFactory.class", "javax.net.ssl.SSLSocketFactory");
        properties.put("mail.smtp.ssl.checkserveridentity", "true");
    }

    void plain(SimpleEmail mail) throws Exception {
        boolean on = false;
        // ok: java/transport/smtp-without-check
        mail.setSSLOnConnect(on);
    }
}
