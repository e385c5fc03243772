package io.weir.server.request;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.List;
import java.util.function.Function;

/**
 * The head of a request, parsed before its sender is authenticated.
 *
 * @param id names the request in answers, errors and logs; a GUID
 * @param verb the operation, after {@code X-HTTP-Method}
 * @param sentMethod the method as sent, which the signature covers
 * @param rawPath the path as sent, percent-encoded
 * @param path the path, split after the account
 * @param options the decoded query
 * @param headers the headers as sent
 */
public record RequestHead(
    String id,
    Verb verb,
    String sentMethod,
    String rawPath,
    AccountPath path,
    QueryOptions options,
    HttpHeaders headers) {

  private static final String X_HTTP_METHOD = "X-HTTP-Method";
  private static final ParseCache<List<MediaType>> ACCEPTED =
      new ParseCache<>(MediaType::parseList);
  private static final ParseCache<MediaType> SENT = new ParseCache<>(MediaType::parse);

  /**
   * Parses a head.
   *
   * <p>Fails with {@code MethodNotAllowed} for an unknown method and with {@code XMethod…} for an
   * invalid {@code X-HTTP-Method}. Fails as {@link QueryOptions} and {@code cut} do.
   *
   * @param cut splits a path after the account
   */
  public static RequestHead parse(
      String id,
      String method,
      String target,
      HttpHeaders headers,
      Function<String, AccountPath> cut) {
    var question = target.indexOf('?');
    var rawPath = pathOf(question < 0 ? target : target.substring(0, question));
    return new RequestHead(
        id,
        verb(method, headers.getAll(X_HTTP_METHOD)),
        method,
        rawPath,
        cut.apply(rawPath),
        QueryOptions.parse(question < 0 ? "" : target.substring(question + 1)),
        headers);
  }

  /** Returns the value of a header; empty if it is absent. */
  public String header(CharSequence name) {
    return headers.get(name, "");
  }

  public boolean hasHeader(CharSequence name) {
    return headers.contains(name);
  }

  /** Returns the accepted media types in the order sent; empty if the client sent none. */
  public List<MediaType> accept() {
    return ACCEPTED.of(header(HttpHeaderNames.ACCEPT));
  }

  /** Returns whether {@code Accept} names exactly this media type. */
  public boolean asksFor(String mediaType) {
    for (var type : accept()) {
      if (type.name().equals(mediaType)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the media type of the body. */
  public MediaType contentType() {
    return SENT.of(header(HttpHeaderNames.CONTENT_TYPE));
  }

  /** Returns path and query of a target. A proxy may send the target in absolute form. */
  static String pathOf(String target) {
    var scheme = target.indexOf("://");
    if (target.startsWith("/") || scheme < 0) {
      return target;
    }
    var slash = target.indexOf('/', scheme + "://".length());
    return slash < 0 ? "/" : target.substring(slash);
  }

  /**
   * Returns the verb, with {@code X-HTTP-Method} applied. The retired Java client repeats its own
   * verb in that header within a batch; that is accepted.
   */
  private static Verb verb(String method, List<String> tunnelled) {
    if (tunnelled.isEmpty()) {
      return Verb.of(method)
          .orElseThrow(
              () -> new InvalidRequestException(ErrorCode.METHOD_NOT_ALLOWED, "method=" + method));
    }
    if (!method.equals("POST") && !tunnelled.equals(List.of(method))) {
      throw new InvalidRequestException(ErrorCode.X_METHOD_NOT_USING_POST, "method=" + method);
    }
    if (tunnelled.size() > 1) {
      throw new InvalidRequestException(
          ErrorCode.X_METHOD_INCORRECT_COUNT, "count=" + tunnelled.size());
    }
    return Verb.of(tunnelled.get(0))
        .filter(verb -> verb != Verb.POST && verb != Verb.OPTIONS)
        .orElseThrow(() -> new InvalidRequestException(ErrorCode.X_METHOD_INCORRECT_VALUE, ""));
  }
}
