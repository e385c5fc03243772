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
 * Turns a failure into the answer that the protocol has for it, always in JSON: a public client never completes when an error body
 * is XML.
 *
 * <p>A failure that is not of the protocol is ours: it is logged here, once, and answered as {@code InternalError} without a word
 * about its cause. Any thread.
 */
public final class ErrorReplies {

  private static final Logger LOG = LoggerFactory.getLogger(ErrorReplies.class);
  private static final int USUAL_BYTES = 512;
  private static final int INTERNAL = 500;
  private static final String RETRY_AFTER_SECONDS = "1";

  private static final int UNAUTHORIZED = 401;

  private final Clock clock;
  private final Optional<String> challenge;

  /** Replies that ask nobody who they are. */
  public ErrorReplies(Clock clock) {
    this(clock, Optional.empty());
  }

  /**
   * Replies with the time of a clock.
   *
   * @param challenge for whoever has to say who they are
   */
  public ErrorReplies(Clock clock, Optional<String> challenge) {
    this.clock = clock;
    this.challenge = challenge;
  }

  public HttpReply of(Throwable failure, String requestId) {
    if (failure instanceof TableServiceException expected && isExpected(expected)) {
      return MethodNotAllowed.withAllow(
          reply(expected.code(), text(expected), requestId), expected);
    }
    if (failure instanceof ChannelException) { // of a read that took too long: see Limits
      var code = ErrorCode.OPERATION_TIMED_OUT;
      return reply(HttpResponseStatus.REQUEST_TIMEOUT, code, code.text(), requestId)
          .with(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }
    LOG.atError()
        .addKeyValue("request", requestId)
        .setCause(failure)
        .log("A request failed by no fault of its own.");
    var code =
        failure instanceof TableServiceException ours ? ours.code() : ErrorCode.INTERNAL_ERROR;
    return reply(code, code.text(), requestId);
  }

  /** What the client caused, be it by its impatience: see {@link RequestTimeout}. */
  private static boolean isExpected(TableServiceException failure) {
    return failure.code().status() != INTERNAL
        || failure.code() == ErrorCode.OPERATION_TIMED_OUT && failure.getCause() == null;
  }

  /** What a code says, of which there is nothing more to tell. */
  public HttpReply of(ErrorCode code, String requestId) {
    return reply(code, code.text(), requestId);
  }

  private HttpReply reply(ErrorCode code, String text, String requestId) {
    return reply(HttpResponseStatus.valueOf(code.status()), code, text, requestId);
  }

  private HttpReply reply(HttpResponseStatus status, ErrorCode code, String text, String requestId) {
    var time = EdmDateTime.of(clock.instant()).toString();
    var reply = HttpReply.of(status, ErrorJson.CONTENT_TYPE, allocator -> {
      var body = allocator.buffer(USUAL_BYTES);
      ErrorJson.write(body, code.code(), text, requestId, time);
      return body;
    });
    var named = reply.with("x-ms-error-code", code.code());
    if (code.status() == UNAUTHORIZED && challenge.isPresent()) {
      return named.with(HttpHeaderNames.WWW_AUTHENTICATE, challenge.get());
    }
    return code == ErrorCode.SERVER_BUSY
        ? named.with(HttpHeaderNames.RETRY_AFTER, RETRY_AFTER_SECONDS)
        : named;
  }

  /** Clients read from the text which operation of a batch it was that failed: its number and a colon stand first. */
  private static String text(TableServiceException failure) {
    var operation = failure.failedOperation();
    var place = operation == TableServiceException.NO_OPERATION ? "" : operation + ":";
    var facts = failure.facts().isEmpty() ? "" : " " + failure.facts();
    return place + failure.code().text() + facts;
  }
}
