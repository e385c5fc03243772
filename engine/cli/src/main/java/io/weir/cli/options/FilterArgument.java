package io.weir.cli.options;

import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import io.weir.cli.terminal.CommandFailure;
import org.jspecify.annotations.Nullable;

/** Reads a filter from the command line. */
public final class FilterArgument {

  private FilterArgument() {}

  /**
   * Returns the filter of {@code --filter}; that of everything if there is no text. Fails with a
   * text for a person, which marks the fault, when the text is no filter.
   */
  public static Filter parsed(@Nullable String text) {
    return parsed("--filter", text);
  }

  /** Returns the filter of another option, as {@link #parsed(String)} does. */
  public static Filter parsed(String option, @Nullable String text) {
    try {
      return text == null || text.isBlank() ? Filter.ALL : FilterParser.parse(text);
    } catch (InvalidRequestException e) {
      throw CommandFailure.wrongUsage(option + " cannot be read. " + e.getMessage()
          + FilterFault.shown(text, e)
              .map(shown -> System.lineSeparator() + shown)
              .orElse(""));
    }
  }
}
