package io.weir.client.call;

import java.io.IOException;

/**
 * The request was not sent, or the service is known not to have processed it. The cause says why.
 */
public final class RequestNotSent extends IOException {

  private static final long serialVersionUID = 1L;

  public RequestNotSent(Throwable cause) {
    super("The request was not sent.", cause);
  }
}
