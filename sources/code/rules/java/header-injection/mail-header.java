import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import javax.mail.*;
import javax.mail.internet.*;

class Mails extends HttpServlet {
    void subject(HttpServletRequest request, Session session) throws Exception {
        Message message = new MimeMessage(session);
        // ruleid: java/header-injection/mail-header
        message.setSubject(request.getParameter("subject"));
    }

    void header(HttpServletRequest request, Session session) throws Exception {
        Message message = new MimeMessage(session);
        String value = "from " + request.getHeader("X-Name");
        // ruleid: java/header-injection/mail-header
        message.addHeader("X-Sender", value);
    }

    void ofCaller(String subject, MimeMessage message) throws Exception {
        // ruleid: java/header-injection/mail-header
        message.setSubject(subject);
    }

    void oneLine(HttpServletRequest request, MimeMessage message) throws Exception {
        String subject = request.getParameter("subject").replaceAll("[\\r\\n]", " ");
        // ok: java/header-injection/mail-header
        message.setSubject(subject);
    }

    void fixed(MimeMessage message) throws Exception {
        String subject = "Your order";
        // ok: java/header-injection/mail-header
        message.setSubject(subject);
    }

    void number(HttpServletRequest request, MimeMessage message) throws Exception {
        // ok: java/header-injection/mail-header
        message.setSubject("Order " + Integer.parseInt(request.getParameter("order")));
    }
}
