import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import javax.jms.ObjectMessage;

class Streams extends HttpServlet {
    Object read(InputStream in) throws Exception {
        // ruleid: java/deserialization/object-stream
        return new ObjectInputStream(in).readObject();
    }

    Object bytes(byte[] data) throws Exception {
        // ruleid: java/deserialization/object-stream
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(data));
        return in;
    }

    void receive(ObjectMessage message) throws Exception {
        // ruleid: java/deserialization/object-stream
        Object state = message.getObject();
    }

    void write(OutputStream out, Object state) throws Exception {
        // ok: java/deserialization/object-stream
        new ObjectOutputStream(out).writeObject(state);
    }

    Object number(InputStream in) throws Exception {
        // ok: java/deserialization/object-stream
        return new DataInputStream(in).readInt();
    }

    String text(InputStream in) throws Exception {
        byte[] data = in.readAllBytes();
        // ok: java/deserialization/object-stream
        return new String(data);
    }
}
