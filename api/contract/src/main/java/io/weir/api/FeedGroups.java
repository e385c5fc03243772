package io.weir.api;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The partition groups whose changes a feed reports: some, or all but some.
 *
 * @param excluded whether the numbers name the groups that are not reported
 * @param numbers at most {@link #MAX} numbers of groups, from 0 to {@link #MAX} - 1
 */
public record FeedGroups(boolean excluded, SortedSet<Integer> numbers) {

  /** Most numbers, and the number after the highest group. */
  public static final int MAX = 1 << 10;

  /** All groups. */
  public static final FeedGroups ALL = new FeedGroups(true, new TreeSet<>());

  private static final Pattern NUMBERS = Pattern.compile("[0-9]{1,4}(,[0-9]{1,4}){0,1023}");
  private static final String EXCEPT = "!";

  /** Fails with {@code InvalidInput} for a number out of range, and for no group at all. */
  public FeedGroups {
    numbers = Collections.unmodifiableSortedSet(new TreeSet<>(numbers));
    if (!numbers.isEmpty() && (numbers.first() < 0 || numbers.last() >= MAX)) {
      throw refused("numbers=" + numbers.first() + ".." + numbers.last());
    }
    if (!excluded && numbers.isEmpty()) {
      throw refused("numbers=none");
    }
  }

  /** Returns one group. */
  public static FeedGroups only(int group) {
    return new FeedGroups(false, new TreeSet<>(Set.of(group)));
  }

  /** Returns all groups but some. */
  public static FeedGroups except(Collection<Integer> groups) {
    return new FeedGroups(true, new TreeSet<>(groups));
  }

  /** Reads the text of {@link #text}. Fails with {@code InvalidInput}. */
  public static FeedGroups parse(String text) {
    var excluded = text.startsWith(EXCEPT);
    var numbers = excluded ? text.substring(EXCEPT.length()) : text;
    if (!NUMBERS.matcher(numbers).matches()) {
      throw refused("groups=" + text);
    }
    return new FeedGroups(
        excluded,
        Stream.of(numbers.split(","))
            .map(Integer::valueOf)
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  private static InvalidRequestException refused(String facts) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, facts + " expected=partitionGroups,!partitionGroups");
  }

  /** Whether the changes of a group are reported. */
  public boolean includes(int group) {
    return numbers.contains(group) != excluded;
  }

  /**
   * Returns numbers with commas between them, after a {@code !} if they are excluded. Empty for
   * {@link #ALL}, which has no text.
   */
  public String text() {
    return numbers.stream()
        .map(String::valueOf)
        .collect(Collectors.joining(",", excluded && !numbers.isEmpty() ? EXCEPT : "", ""));
  }
}
