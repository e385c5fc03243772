package io.weir.server.answer;

import io.netty.handler.codec.http.HttpHeaders;
import io.weir.server.request.RequestHead;
import java.util.function.Consumer;

/**
 * Tells browsers which origins may send requests and read the answers. Called on the loops; must
 * not block.
 */
public interface CrossOrigin {

  /**
   * Answers a preflight request, which carries no signature. Fails with
   * {@code CorsPreflightFailure} if the rules forbid the actual request.
   */
  HttpReply preflight(RequestHead head);

  /**
   * Returns an action that adds the CORS headers to an answer. It runs after all other headers are
   * set.
   */
  Consumer<HttpHeaders> mark(RequestHead head);
}
