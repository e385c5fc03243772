package io.weir.server.answer;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import io.weir.server.request.Verb;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The failure for a verb that a resource does not support, and the {@code Allow} header that HTTP
 * requires in its answer.
 */
public final class MethodNotAllowed {

  private static final String FACT = "allow=";

  private MethodNotAllowed() {}

  /** Returns the failure, which names the supported verbs. */
  public static InvalidRequestException allowing(Verb... verbs) {
    var names = Stream.of(verbs).map(Verb::name).collect(Collectors.joining(","));
    return new InvalidRequestException(ErrorCode.METHOD_NOT_ALLOWED, FACT + names);
  }

  /** Fails unless the verb reads. */
  public static void unlessRead(Verb verb) {
    if (!verb.isRead()) {
      throw allowing(Verb.GET, Verb.HEAD);
    }
  }

  static HttpReply withAllow(HttpReply reply, TableServiceException failure) {
    return failure.code() == ErrorCode.METHOD_NOT_ALLOWED && failure.facts().startsWith(FACT)
        ? reply.with(HttpHeaderNames.ALLOW, failure.facts().substring(FACT.length()))
        : reply;
  }
}
