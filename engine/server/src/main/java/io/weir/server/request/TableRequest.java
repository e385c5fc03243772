package io.weir.server.request;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.weir.api.AccountName;

/**
 * A request from somebody known, about something named.
 *
 * @param head verb, options and headers
 * @param resource what it is about
 * @param sender where it came from
 */
public record TableRequest(RequestHead head, Resource resource, Sender sender) {

  public Verb verb() {
    return head.verb();
  }

  public AccountName account() {
    return head.path().account();
  }

  public QueryOptions options() {
    return head.options();
  }

  /** The value of a header; empty when it was not sent. */
  public String header(CharSequence name) {
    return head.header(name);
  }

  /**
   * A request that came inside this one, to the same account.
   *
   * <p>Of an absolute address only the path counts: the client may know this endpoint by another name. The path may begin with the
   * account, as the one of this request does, or behind it.
   */
  public TableRequest within(String method, String target, HttpHeaders headers) {
    var account = "/" + account();
    var sent = RequestHead.pathOf(target);
    var path = sent.startsWith("/") ? sent : "/" + sent;
    var resource = path.startsWith(account + "/") ? path.substring(account.length()) : path;
    var inner = RequestHead.parse(head.id(), method, resource, headers, head.path()::at);
    // The same for all whose headers are these.
    headers.set(HttpHeaderNames.HOST, header(HttpHeaderNames.HOST));
    return new TableRequest(inner, ResourcePath.parse(inner.path().rawResource()), sender);
  }

  /**
   * Address of the account as the client sees it, without a slash at the end: {@code http://127.0.0.1:10002/ACCOUNT}, or
   * {@code http://ACCOUNT.table.example}.
   */
  public String accountUrl() {
    var server = (sender.encrypted() ? "https://" : "http://") + head.header(HttpHeaderNames.HOST);
    return head.path().inHost() ? server : server + "/" + account();
  }
}
