package io.weir.server.request;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.List;
import java.util.function.Function;

/**
 * The beginning of a request, as far as it is understood before it is known who sent it.
 *
 * @param id names the request in answers, errors and logs; a GUID
 * @param verb what is to be done
 * @param sentMethod the method as it was sent, which is the one that is signed
 * @param rawPath the path as it was sent, percent-encoded
 * @param path the same, cut behind the account
 * @param options the decoded query
 * @param headers as they were sent
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
  private static final ParseCache<List<MediaType>> ACCEPTED = new ParseCache<>(MediaType::parseList);
  private static final ParseCache<MediaType> SENT = new ParseCache<>(MediaType::parse);

  /**
   * Fails with {@code MethodNotAllowed} for a method that nothing here knows, with {@code XMethod…} for a broken tunnel, and as
   * {@link QueryOptions} and the cutting of the path do.
   *
   * @param cut finds the account of a path
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

  /** The value of a header; empty when it was not sent. */
  public String header(CharSequence name) {
    return headers.get(name, "");
  }

  public boolean hasHeader(CharSequence name) {
    return headers.contains(name);
  }

  /** The media types that the client takes, in the order given; empty when it did not say. */
  public List<MediaType> accept() {
    return ACCEPTED.of(header(HttpHeaderNames.ACCEPT));
  }

  /** Whether the client asked for this very media type by name. */
  public boolean asksFor(String mediaType) {
    for (var type : accept()) {
      if (type.name().equals(mediaType)) {
        return true;
      }
    }
    return false;
  }

  /** The media type of the body. */
  public MediaType contentType() {
    return SENT.of(header(HttpHeaderNames.CONTENT_TYPE));
  }

  /** Path and query of a target, which a proxy may send in absolute form. */
  static String pathOf(String target) {
    var scheme = target.indexOf("://");
    if (target.startsWith("/") || scheme < 0) {
      return target;
    }
    var slash = target.indexOf('/', scheme + "://".length());
    return slash < 0 ? "/" : target.substring(slash);
  }

  /** The retired Java client names in a batch the verb that it sends, which tunnels nothing. */
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
