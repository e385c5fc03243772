package io.weir.pattern.view;

import org.jspecify.annotations.Nullable;

/**
 * A change that a view cannot apply: a function of its definition fails, a row would break a limit
 * of the service, or another program has changed the view's own tables.
 *
 * <p>The view stays where it is, before the change: going on without the change would make it wrong
 * and not say so. It goes on when it runs again and the change can be applied, or from the
 * beginning under another version.
 */
public final class ViewFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private ViewFailedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  static ViewFailedException change(String facts, Throwable cause) {
    return new ViewFailedException(
        "A change cannot be applied to the view. " + facts + " cause=" + cause.getMessage(), cause);
  }

  static ViewFailedException damaged(String facts) {
    return new ViewFailedException("The view's tables are damaged. " + facts, null);
  }
}
