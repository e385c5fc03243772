package io.weir.server.settings;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.AccountName;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.server.answer.CrossOrigin;
import io.weir.server.answer.HttpReply;
import io.weir.server.request.RequestHead;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Answers preflight requests and adds CORS headers to other responses, by the rules of the account.
 *
 * <p>The headers depend on the rule that matches, as in the table of the documentation:
 *
 * <pre>
 * rules  rule that matches   Allow-Origin   Expose-Headers  Allow-Credentials  Vary: Origin (GET and HEAD)
 * none   –                   –              –               –                  –
 * some   none                –              –               –                  yes
 * some   for any origin      *              yes             –                  –
 * some   for this origin     the origin     yes             true               yes
 * </pre>
 *
 * <p>A request without {@code Origin} header matches only a rule for any origin. Responses to
 * methods other than GET and HEAD carry no {@code Vary}, because browsers do not cache them. Any
 * thread.
 */
public final class CrossOriginRules implements CrossOrigin {

  private static final String TRUE = "true";

  private final Function<AccountName, CorsRules> rules;

  public CrossOriginRules(Function<AccountName, CorsRules> rules) {
    this.rules = rules;
  }

  @Override
  public HttpReply preflight(RequestHead head) {
    var origin = required(head, HttpHeaderNames.ORIGIN);
    var method = required(head, HttpHeaderNames.ACCESS_CONTROL_REQUEST_METHOD);
    var headers = head.header(HttpHeaderNames.ACCESS_CONTROL_REQUEST_HEADERS);
    var rule = rules
        .apply(head.path().account())
        .match(origin, method, headers)
        .orElseThrow(() -> new AccessDeniedException(
            ErrorCode.CORS_PREFLIGHT_FAILURE, "origin=" + origin + " method=" + method));
    var reply = HttpReply.of(HttpResponseStatus.OK)
        .with(HttpHeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, origin)
        .with(HttpHeaderNames.ACCESS_CONTROL_ALLOW_METHODS, method)
        .with(HttpHeaderNames.ACCESS_CONTROL_MAX_AGE, Integer.toString(rule.maxAgeSeconds()))
        .with(HttpHeaderNames.ACCESS_CONTROL_ALLOW_CREDENTIALS, TRUE);
    return headers.isEmpty()
        ? reply
        : reply.with(HttpHeaderNames.ACCESS_CONTROL_ALLOW_HEADERS, headers);
  }

  @Override
  public Consumer<HttpHeaders> mark(RequestHead head) {
    var all = rules.apply(head.path().account());
    if (all.isEmpty()) {
      return headers -> {};
    }
    var origin = head.header(HttpHeaderNames.ORIGIN);
    var rule = all.match(origin, head.verb().name());
    return headers -> {
      rule.ifPresent(matching -> allow(headers, matching, origin));
      var forAny = rule.isPresent() && rule.get().allowsAnyOrigin();
      if (!forAny && head.verb().isRead()) {
        headers.add(HttpHeaderNames.VARY, "Origin");
      }
    };
  }

  private static void allow(HttpHeaders headers, CorsRule rule, String origin) {
    var exposed = rule.exposed().exposedNames(headers.names().stream());
    if (!exposed.isEmpty()) {
      headers.set(HttpHeaderNames.ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
    }
    if (rule.allowsAnyOrigin()) {
      headers.set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    } else {
      headers.set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, origin);
      headers.set(HttpHeaderNames.ACCESS_CONTROL_ALLOW_CREDENTIALS, TRUE);
    }
  }

  private static String required(RequestHead head, CharSequence name) {
    var value = head.header(name);
    if (value.isEmpty()) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_HEADER_VALUE, "missing=" + name + " in=preflight");
    }
    return value;
  }
}
