package io.weir.server.answer;

/**
 * A page for operators and probes at a fixed path outside all accounts. It requires no
 * authentication.
 *
 * <p>Called on a loop; must not block.
 */
@FunctionalInterface
public interface OperatorPage {

  /** Returns the current page. */
  HttpReply show();
}
