package io.weir.client.rest;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.json.ErrorBody;
import io.weir.client.exchange.Refusal;
import java.util.Optional;
import reactor.netty.http.client.HttpClientResponse;

/**
 * What a refusal of the standard dialect means: the failure of that code, its text and the request's id among the facts.
 *
 * <p>A code that is not known, and an answer of something between client and service, mean what their status means. Any thread.
 */
final class RestRefusal {

  private RestRefusal() {}

  /** The failure that an answer tells. */
  static TableServiceException of(HttpClientResponse response, byte[] body) {
    var id = response.responseHeaders().get("x-ms-request-id", "");
    return ErrorBody.read(body)
        .map(error -> Refusal.withPause(of(response.status().code(), error, id), response))
        .orElseGet(() -> ofStatus(response));
  }

  /**
   * The failure of a body.
   *
   * @param requestId as the service names the request; may be empty
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

  /** A refusal that says nothing in JSON: its headers may, and else its status does. */
  private static TableServiceException ofStatus(HttpClientResponse response) {
    var refusal = Refusal.of(response);
    return codeOf(response.status().code())
        .filter(code -> refusal.code() == ErrorCode.INTERNAL_ERROR)
        .map(code -> TableServiceException.of(code, refusal.facts()))
        .orElse(refusal);
  }

  /** The first line, without the constant text that goes with the code anyway. */
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
