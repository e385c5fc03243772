package io.weir.server.answer;

/**
 * What an operator or a probe reads at a fixed path outside all accounts, without proving who it is.
 *
 * <p>Called on a loop; must not block.
 */
@FunctionalInterface
public interface OperatorPage {

  /** The page as it is now. */
  HttpReply show();
}
