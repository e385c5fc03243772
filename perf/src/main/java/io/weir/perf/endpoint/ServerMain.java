package io.weir.perf.endpoint;

import io.weir.perf.workload.DataSet;
import io.weir.engine.store.Durability;
import java.io.IOException;
import java.io.PrintStream;

/**
 * The process that is measured. Writes {@link #PORT} and its port in a line once it serves; ends when its input does.
 *
 * <pre>
 * weir ENTITIES     serves the data set of so many entities
 * weir-sync ENTITIES the same, and forces every write to the disk before it acknowledges it
 * constant BYTES    answers every request with so many bytes
 * bare-stream BYTES the same, chunk by chunk
 * </pre>
 */
public final class ServerMain {

  static final String WEIR = "weir";
  static final String WEIR_SYNC = "weir-sync";
  static final String CONSTANT = "constant";
  static final String BARE_STREAM = "bare-stream";
  static final String PORT = "port=";

  private ServerMain() {}

  public static void main(String[] args) throws IOException {
    var size = Integer.parseInt(args[1]);
    try (var server = start(args[0], size)) {
      serve(server, System.out);
    }
  }

  private static Subject start(String kind, int size) throws IOException {
    return switch (kind) {
      case WEIR -> WeirSubject.start(new DataSet(size), Durability.INTERVAL);
      case WEIR_SYNC -> WeirSubject.start(new DataSet(size), Durability.SYNC);
      case CONSTANT -> ConstantSubject.start(size);
      case BARE_STREAM -> BareStream.start(size);
      default -> throw new IllegalArgumentException("There is no such server. kind=" + kind);
    };
  }

  private static void serve(Subject server, PrintStream out) throws IOException {
    out.println(PORT + server.port());
    while (System.in.read() >= 0) {
      // Nothing is said on this line; its end is the signal.
    }
  }
}
