import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.yaml.snakeyaml.*;
import java.beans.XMLDecoder;

class Mappers extends HttpServlet {
    ObjectMapper typed() {
        ObjectMapper mapper = new ObjectMapper();
        // ruleid: java/deserialization/open-types
        mapper.enableDefaultTyping();
        return mapper;
    }

    Object yaml(String text) {
        // ruleid: java/deserialization/open-types
        Yaml yaml = new Yaml();
        return yaml.load(text);
    }

    Object decoded(InputStream in) {
        // ruleid: java/deserialization/open-types
        return new XMLDecoder(in).readObject();
    }

    ObjectMapper plain() {
        // ok: java/deserialization/open-types
        ObjectMapper mapper = new ObjectMapper();
        return mapper;
    }

    Object safeYaml(String text) {
        // ok: java/deserialization/open-types
        Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
        return yaml.load(text);
    }

    ObjectMapper checked(PolymorphicTypeValidator validator) {
        ObjectMapper mapper = new ObjectMapper();
        // ok: java/deserialization/open-types
        mapper.activateDefaultTyping(validator);
        return mapper;
    }
}
