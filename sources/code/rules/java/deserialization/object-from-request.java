import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.thoughtworks.xstream.XStream;
import org.apache.commons.lang3.SerializationUtils;

class States extends HttpServlet {
    Object read(HttpServletRequest request) throws Exception {
        // ruleid: java/deserialization/object-from-request
        return new ObjectInputStream(request.getInputStream()).readObject();
    }

    Object cookie(HttpServletRequest request) throws Exception {
        byte[] data = Base64.getDecoder().decode(request.getCookies()[0].getValue());
        // ruleid: java/deserialization/object-from-request
        return SerializationUtils.deserialize(data);
    }

    Object xml(HttpServletRequest request) throws Exception {
        // ruleid: java/deserialization/object-from-request
        return new XStream().fromXML(request.getParameter("state"));
    }

    State json(HttpServletRequest request, ObjectMapper mapper) throws Exception {
        // ok: java/deserialization/object-from-request
        return mapper.readValue(request.getInputStream(), State.class);
    }

    Object own() throws Exception {
        FileInputStream file = new FileInputStream("/var/lib/app/state");
        // ok: java/deserialization/object-from-request
        return new ObjectInputStream(file).readObject();
    }

    Object number(HttpServletRequest request) {
        // ok: java/deserialization/object-from-request
        return Integer.parseInt(request.getParameter("state"));
    }
}
