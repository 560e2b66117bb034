import javax.servlet.http.HttpServletRequest;

class Commands {
    void one(HttpServletRequest request) throws Exception {
        // ruleid: java/command-injection/exec-of-parameter
        Runtime.getRuntime().exec("ping " + request.getParameter("host"));
    }

    void two(HttpServletRequest request) throws Exception {
        String command = request.getHeader("X-Command");
        // ruleid: java/command-injection/exec-of-parameter
        new ProcessBuilder(command).start();
    }

    void three(HttpServletRequest request) throws Exception {
        String host = request.getParameter("host");
        String line = String.format("ping %s", host);
        // ruleid: java/command-injection/exec-of-parameter
        Runtime.getRuntime().exec(line);
    }

    void constant() throws Exception {
        // ok: java/command-injection/exec-of-parameter
        Runtime.getRuntime().exec("uptime");
    }

    void number(HttpServletRequest request) throws Exception {
        int count = Integer.parseInt(request.getParameter("count"));
        // ok: java/command-injection/exec-of-parameter
        Runtime.getRuntime().exec("head -n " + count);
    }

    void variable() throws Exception {
        String command = "uptime";
        // ok: java/command-injection/exec-of-parameter
        new ProcessBuilder(command).start();
    }
}
