package io.weir.server.answer;

import io.netty.handler.codec.http.HttpHeaders;
import io.weir.server.request.RequestHead;
import java.util.function.Consumer;

/** Tells browsers which pages of other origins may ask and read. Called on the loops; must not block. */
public interface CrossOrigin {

  /**
   * Answers a request that asks beforehand, which is signed by nobody. Fails with {@code CorsPreflightFailure} where the other
   * request would not be allowed.
   */
  HttpReply preflight(RequestHead head);

  /** What has to be added to the headers of the answer once they are all there. */
  Consumer<HttpHeaders> mark(RequestHead head);
}
