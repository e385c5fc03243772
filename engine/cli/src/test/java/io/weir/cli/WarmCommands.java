package io.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.weir.cli.terminal.Terminal;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Runs commands of scripts in this process, so that a script does not pay for a JVM with each
 * command. A service is a process of its own, which the script can stop.
 *
 * <p>A request is the file that receives the output, beside the input of {@code import -}, the
 * arguments, and {@code NAME=VALUE} of the environment after a mark. The answer is the exit code.
 */
final class WarmCommands implements AutoCloseable {

  private static final String MARK = "\1";

  private final HttpServer server;

  private WarmCommands(HttpServer server) {
    this.server = server;
  }

  static WarmCommands start() throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", WarmCommands::answer);
    server.start();
    return new WarmCommands(server);
  }

  /**
   * Returns the definition of the shell function {@code weir}. The output of a command that fails
   * has its message, without its progress.
   */
  String function(String service) {
    return """
        weir() {
          local file code
          if [ "$1" = serve ]; then
            if [ "$BASHPID" = "$$" ]; then %1$s "$@" 2>&1; else exec %1$s "$@"; fi
            return
          fi
          file=$(mktemp)
          case " $* " in *" import - "*) cat > "$file.in";; *) : > "$file.in";; esac
          code=$({ printf '%%s\\0' "$file" "$@" $'\\1'; env -0; } | curl -sS --data-binary @- http://127.0.0.1:%2$d/)
          cat "$file.out"
          if [ "$code" = 0 ]; then cat "$file.err" >&2; else grep -v " a second$" "$file.err"; fi
          return "$code"
        }
        """.formatted(service, server.getAddress().getPort());
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var words = List.of(new String(exchange.getRequestBody().readAllBytes(), UTF_8).split("\0"));
      var code = Integer.toString(run(words)).getBytes(UTF_8);
      exchange.sendResponseHeaders(200, code.length);
      exchange.getResponseBody().write(code);
    }
  }

  private static int run(List<String> words) throws IOException {
    var mark = words.indexOf(MARK);
    var file = Path.of(words.get(0));
    try (var in = Files.newInputStream(Path.of(file + ".in"));
        var out = new PrintStream(file + ".out", UTF_8);
        var err = new PrintStream(file + ".err", UTF_8)) {
      return Transcript.run(
          new Terminal(in, out, err, false, true),
          settings(words.subList(mark + 1, words.size())),
          words.subList(1, mark).toArray(String[]::new));
    }
  }

  private static Map<String, String> settings(List<String> environment) {
    return environment.stream()
        .filter(entry -> entry.startsWith("WEIR_"))
        .map(entry -> entry.split("=", 2))
        .collect(Collectors.toMap(entry -> entry[0], entry -> entry[1]));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
