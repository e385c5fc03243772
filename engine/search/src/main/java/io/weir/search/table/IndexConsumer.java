package io.weir.search.table;

import io.weir.api.ConsumerName;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The named consumer that keeps the log for one index: {@code $search-ID-NUMBER}. Only the service
 * creates consumers whose name begins with a dollar sign, so each of them may be deleted with its
 * index.
 *
 * @param id of the declaration
 * @param number of the index
 */
public record IndexConsumer(String id, int number) {

  private static final String PREFIX = ConsumerName.SERVICE_PREFIX + "search-";
  private static final Pattern FORM =
      Pattern.compile(Pattern.quote(PREFIX) + "([0-9a-f]{16})-([1-9][0-9]{0,8})");

  /** Returns the consumer of a name; empty for the name of another consumer. */
  public static Optional<IndexConsumer> of(ConsumerName name) {
    var form = FORM.matcher(name.value());
    return form.matches()
        ? Optional.of(new IndexConsumer(form.group(1), Integer.parseInt(form.group(2))))
        : Optional.empty();
  }

  /** Returns the name. */
  public ConsumerName name() {
    return new ConsumerName(PREFIX + id + "-" + number);
  }
}
