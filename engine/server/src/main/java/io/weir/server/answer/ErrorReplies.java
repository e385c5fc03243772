package io.weir.server.answer;

import io.netty.channel.ChannelException;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.server.json.ErrorJson;
import io.weir.server.request.RequestTimeout;
import java.time.Clock;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns a failure into the protocol's error reply. The body of tables is always JSON, because a
 * public client never completes on an XML error body. Another protocol writes its own.
 *
 * <p>An internal failure is logged here, once. Its reply says {@code InternalError} and nothing
 * about the cause. Any thread.
 */
public final class ErrorReplies {

  private static final Logger LOG = LoggerFactory.getLogger(ErrorReplies.class);
  private static final int USUAL_BYTES = 512;
  private static final int INTERNAL = 500;
  private static final String RETRY_AFTER_SECONDS = "1";

  private static final int UNAUTHORIZED = 401;

  private final Clock clock;
  private final Optional<String> challenge;
  private final Optional<OwnProtocol> protocol;

  /** Creates replies without a {@code WWW-Authenticate} challenge. */
  public ErrorReplies(Clock clock) {
    this(clock, Optional.empty());
  }

  /**
   * Creates replies with a challenge.
   *
   * @param clock gives the time in each error body
   * @param challenge value of {@code WWW-Authenticate} in each reply with status 401
   */
  public ErrorReplies(Clock clock, Optional<String> challenge) {
    this(clock, challenge, Optional.empty());
  }

  /**
   * Creates replies of another protocol than that of tables.
   *
   * @param protocol writes the bodies; JSON if empty
   */
  public ErrorReplies(Clock clock, Optional<String> challenge, Optional<OwnProtocol> protocol) {
    this.clock = clock;
    this.challenge = challenge;
    this.protocol = protocol;
  }

  public HttpReply of(Throwable failure, String requestId) {
    if (failure instanceof TableServiceException expected && isExpected(expected)) {
      return MethodNotAllowed.withAllow(
          reply(expected.code(), text(expected), requestId), expected);
    }
    if (failure instanceof ChannelException) { // a read timeout: see RequestLimits
      var code = ErrorCode.OPERATION_TIMED_OUT;
      return reply(HttpResponseStatus.REQUEST_TIMEOUT, code, code.text(), requestId)
          .with(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }
    LOG.atError()
        .addKeyValue("request", requestId)
        .setCause(failure)
        .log("request failed internally");
    var code =
        failure instanceof TableServiceException ours ? ours.code() : ErrorCode.INTERNAL_ERROR;
    return reply(code, code.text(), requestId);
  }

  /**
   * Returns whether the client caused the failure. An exceeded timeout of its own counts: see
   * {@link RequestTimeout}.
   */
  private static boolean isExpected(TableServiceException failure) {
    return failure.code().status() != INTERNAL
        || failure.code() == ErrorCode.OPERATION_TIMED_OUT && failure.getCause() == null;
  }

  /** Returns the reply for a code alone, without further facts. */
  public HttpReply of(ErrorCode code, String requestId) {
    return reply(code, code.text(), requestId);
  }

  private HttpReply reply(ErrorCode code, String text, String requestId) {
    return reply(HttpResponseStatus.valueOf(code.status()), code, text, requestId);
  }

  private HttpReply reply(
      HttpResponseStatus status, ErrorCode code, String text, String requestId) {
    var time = EdmDateTime.of(clock.instant()).toString();
    var reply = protocol
        .map(own -> own(own, status, code, text, requestId, time))
        .orElseGet(() -> HttpReply.of(status, ErrorJson.CONTENT_TYPE, allocator -> {
          var body = allocator.buffer(USUAL_BYTES);
          ErrorJson.write(body, code.code(), text, requestId, time);
          return body;
        }));
    var named = reply.with("x-ms-error-code", code.code());
    if (code.status() == UNAUTHORIZED && challenge.isPresent()) {
      return named.with(HttpHeaderNames.WWW_AUTHENTICATE, challenge.get());
    }
    return code == ErrorCode.SERVER_BUSY
        ? named.with(HttpHeaderNames.RETRY_AFTER, RETRY_AFTER_SECONDS)
        : named;
  }

  private static HttpReply own(
      OwnProtocol protocol,
      HttpResponseStatus status,
      ErrorCode code,
      String text,
      String requestId,
      String time) {
    return HttpReply.of(status, protocol.errorType(), allocator -> {
      var body = protocol.errors().write(code.code(), text, requestId, time);
      return allocator.buffer(body.length).writeBytes(body);
    });
  }

  /**
   * Returns the message. In a batch it starts with the index of the failed operation and a colon,
   * because clients parse that.
   */
  private static String text(TableServiceException failure) {
    var operation = failure.failedOperation();
    var place = operation == TableServiceException.NO_OPERATION ? "" : operation + ":";
    var facts = failure.facts().isEmpty() ? "" : " " + failure.facts();
    return place + failure.code().text() + facts;
  }
}
