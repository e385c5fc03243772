package io.weir.client.rest;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.json.ErrorBody;
import io.weir.client.exchange.Refusal;
import java.util.Optional;
import reactor.netty.http.client.HttpClientResponse;

/**
 * Turns a refusal of the REST dialect into the failure of its code, with its text and request id
 * among the facts.
 *
 * <p>For an unknown code, and for the answer of a proxy, the status decides. Any thread.
 */
final class RestRefusal {

  private RestRefusal() {}

  /** Returns the failure that an answer tells; its body may have an unknown form. */
  static TableServiceException of(HttpClientResponse response, Optional<ErrorBody> body) {
    var id = response.responseHeaders().get("x-ms-request-id", "");
    return body.map(error -> Refusal.withPause(of(response.status().code(), error, id), response))
        .orElseGet(() -> ofStatus(response));
  }

  /**
   * Returns the failure that a body tells.
   *
   * @param requestId the service's id of the request; may be empty
   */
  static TableServiceException of(int status, ErrorBody error, String requestId) {
    var known = ErrorCode.ofCode(error.code());
    var code = known.or(() -> codeOf(status)).orElse(ErrorCode.INTERNAL_ERROR);
    var facts = new StringBuilder(known.isPresent() ? "" : "code=" + error.code() + " ");
    facts.append(told(code, error.text()));
    if (!requestId.isEmpty()) {
      facts.append(" requestId=").append(requestId);
    }
    return TableServiceException.of(code, facts.toString().strip());
  }

  /**
   * Returns the failure of a refusal without a JSON body: from its headers, else from its status.
   */
  private static TableServiceException ofStatus(HttpClientResponse response) {
    var refusal = Refusal.of(response);
    return codeOf(response.status().code())
        .filter(code -> refusal.code() == ErrorCode.INTERNAL_ERROR)
        .map(code -> TableServiceException.of(code, refusal.facts()))
        .orElse(refusal);
  }

  /** Returns the first line, without the constant text that belongs to the code. */
  private static String told(ErrorCode code, String text) {
    var line = text.lines().findFirst().orElse("").strip();
    return line.startsWith(code.text())
        ? line.substring(code.text().length()).strip()
        : line.isEmpty() ? "" : "text=" + line;
  }

  private static Optional<ErrorCode> codeOf(int status) {
    return Optional.ofNullable(
        switch (status) {
          case 400 -> ErrorCode.INVALID_INPUT;
          case 401 -> ErrorCode.INVALID_AUTHENTICATION_INFO;
          case 403 -> ErrorCode.AUTHENTICATION_FAILED;
          case 404 -> ErrorCode.RESOURCE_NOT_FOUND;
          case 405 -> ErrorCode.METHOD_NOT_ALLOWED;
          case 409 -> ErrorCode.ENTITY_ALREADY_EXISTS;
          case 412 -> ErrorCode.UPDATE_CONDITION_NOT_SATISFIED;
          case 413 -> ErrorCode.REQUEST_BODY_TOO_LARGE;
          case 414 -> ErrorCode.REQUEST_URI_TOO_LONG;
          case 415 -> ErrorCode.MEDIA_TYPE_NOT_SUPPORTED;
          case 429, 503 -> ErrorCode.SERVER_BUSY;
          case 501 -> ErrorCode.NOT_IMPLEMENTED;
          default -> null;
        });
  }
}
