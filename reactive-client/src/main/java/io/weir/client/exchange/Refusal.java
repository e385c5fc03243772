package io.weir.client.exchange;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.TableServiceException;
import java.time.Duration;
import reactor.netty.http.client.HttpClientResponse;

/** What the head of an answer says about a refusal, in any dialect. Any thread. */
public final class Refusal {

  private static final int SUCCESS = 200;
  private static final int NO_LONGER_SUCCESS = 300;
  private static final int TOO_MANY_REQUESTS = 429;

  private Refusal() {}

  /** Returns whether the answer is a success. */
  public static boolean isSuccess(HttpClientResponse response) {
    var status = response.status().code();
    return status >= SUCCESS && status < NO_LONGER_SUCCESS;
  }

  /**
   * Returns the failure of a refusal whose body has no known form. Authentication, for example,
   * refuses before the dialect is known, and names the error in a header.
   */
  public static TableServiceException of(HttpClientResponse response) {
    var status = response.status().code();
    var refusal = ErrorCode.ofCode(response.responseHeaders().get("x-ms-error-code", ""))
        .map(code -> TableServiceException.of(code, "status=" + status))
        .orElseGet(() -> TableServiceException.of(codeOf(status), "unexpectedStatus=" + status));
    return withPause(refusal, response);
  }

  /**
   * Adds the pause that a busy service asks for, in seconds: RFC 9110, section 10.2.3. A date is
   * ignored.
   */
  public static TableServiceException withPause(
      TableServiceException refusal, HttpClientResponse response) {
    var seconds = response.responseHeaders().getInt(HttpHeaderNames.RETRY_AFTER, 0);
    return refusal instanceof ServiceBusyException busy && seconds > 0
        ? busy.retryAfter(Duration.ofSeconds(seconds))
        : refusal;
  }

  private static ErrorCode codeOf(int status) {
    return status == ErrorCode.SERVER_BUSY.status() || status == TOO_MANY_REQUESTS
        ? ErrorCode.SERVER_BUSY
        : ErrorCode.INTERNAL_ERROR;
  }
}
