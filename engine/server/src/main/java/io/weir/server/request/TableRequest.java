package io.weir.server.request;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.weir.api.AccountName;

/**
 * A request from an authenticated sender for a known resource.
 *
 * @param head verb, options and headers
 * @param resource the resource that the path names
 * @param sender origin of the request
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

  /** Returns the value of a header; empty if it is absent. */
  public String header(CharSequence name) {
    return head.header(name);
  }

  /**
   * Returns a request inside the body of this one; see {@link #headWithin}. Fails as
   * {@link ResourcePath} does.
   */
  public TableRequest within(String method, String target, HttpHeaders headers) {
    return of(headWithin(method, target, headers));
  }

  /**
   * Returns the request with this head and the sender of this request. Fails as
   * {@link ResourcePath} does.
   */
  public TableRequest of(RequestHead inner) {
    return new TableRequest(inner, ResourcePath.parse(inner.path().rawResource()), sender);
  }

  /**
   * Returns a request that was nested in this one, for the same account.
   *
   * <p>Only the path of an absolute address counts, because the client may know this endpoint by
   * another name. The path may begin with the account, as this request's does, or after it.
   */
  public RequestHead headWithin(String method, String target, HttpHeaders headers) {
    var account = "/" + account();
    var sent = RequestHead.pathOf(target);
    var path = sent.startsWith("/") ? sent : "/" + sent;
    var resource = path.startsWith(account + "/") ? path.substring(account.length()) : path;
    var inner = RequestHead.parse(head.id(), method, resource, headers, head.path()::at);
    // The same value for every request that shares these headers.
    headers.set(HttpHeaderNames.HOST, header(HttpHeaderNames.HOST));
    return inner;
  }

  /**
   * Returns the address of the account as the client sees it, without a trailing slash:
   * {@code http://127.0.0.1:10002/ACCOUNT} or {@code http://ACCOUNT.table.example}.
   */
  public String accountUrl() {
    var server = (sender.encrypted() ? "https://" : "http://") + head.header(HttpHeaderNames.HOST);
    return head.path().inHost() ? server : server + "/" + account();
  }
}
