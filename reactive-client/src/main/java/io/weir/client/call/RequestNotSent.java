package io.weir.client.call;

import java.io.IOException;

/** A request was not sent, or the service is known not to have looked at it: the cause says why. */
public final class RequestNotSent extends IOException {

  private static final long serialVersionUID = 1L;

  public RequestNotSent(Throwable cause) {
    super("The request was not sent.", cause);
  }
}
