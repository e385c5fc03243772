package io.weir.server.http;

import io.weir.api.AccountName;

/**
 * A request from somebody known, about something named.
 *
 * @param head verb, options and headers
 * @param resource what it is about
 */
public record Request(RequestHead head, Resource resource) {

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

  /** Address of the account as the client sees it, without a slash at the end: {@code http://127.0.0.1:10002/ACCOUNT}. */
  public String accountUrl() {
    return "http://" + head.header("Host") + "/" + account();
  }
}
