package io.weir.server.answer;

import io.netty.util.AsciiString;
import java.util.Optional;

/**
 * What a port speaks instead of the protocol of tables.
 *
 * @param service the service's name in hosts as in the cloud, such as {@code queue}
 * @param errorType media type of the bodies of errors
 * @param errors writes the bodies of errors
 * @param handler answers the requests
 */
public record OwnProtocol(
    String service, AsciiString errorType, ErrorBodies errors, HeadHandler handler) {

  /** Writes the body of an error. */
  @FunctionalInterface
  public interface ErrorBodies {

    /**
     * Returns the body.
     *
     * @param code error code of the protocol
     * @param text message for a person; may contain any character
     * @param requestId names the request in the log
     * @param time ISO 8601
     */
    byte[] write(String code, String text, String requestId, String time);
  }

  /** Returns the name of the service of a port; that of tables if it has no protocol of its own. */
  public static String serviceOf(Optional<OwnProtocol> protocol) {
    return protocol.map(OwnProtocol::service).orElse("table");
  }
}
