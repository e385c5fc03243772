package io.weir.search.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.FeedToken;
import io.weir.api.error.TableServiceException;
import io.weir.api.json.SearchJson;
import io.weir.api.search.SearchDefinition;
import java.util.Map;

/**
 * The state of an index at a commit, stored in Lucene's user data of that commit.
 *
 * @param definition the properties and analyzers for which the index was built
 * @param token the place in the change feed up to which the index holds everything
 * @param isComplete whether the index had caught up with the feed once, so that it may answer
 * @param asOfMillis a complete index holds every change that was acknowledged before this time, in
 *     milliseconds of the epoch; the build of one that is not complete has begun at this time
 */
public record IndexCommit(
    SearchDefinition definition, FeedToken token, boolean isComplete, long asOfMillis) {

  private static final String FORMAT = "weir.format";
  private static final String PRESENT_FORMAT = "1";
  private static final String DEFINITION = "weir.definition";
  private static final String TOKEN = "weir.token";
  private static final String COMPLETE = "weir.complete";
  private static final String AS_OF = "weir.asOf";

  /** Returns this commit at another place. */
  public IndexCommit at(FeedToken place, long millis) {
    return new IndexCommit(definition, place, isComplete, millis);
  }

  /** Returns this commit of an index that may answer. */
  public IndexCommit complete() {
    return new IndexCommit(definition, token, true, asOfMillis);
  }

  Map<String, String> toData() {
    return Map.of(
        FORMAT,
        PRESENT_FORMAT,
        DEFINITION,
        new String(SearchJson.write(definition), UTF_8),
        TOKEN,
        token.text(),
        COMPLETE,
        Boolean.toString(isComplete),
        AS_OF,
        Long.toString(asOfMillis));
  }

  /** Reads the user data of a commit. Fails when it is of another format. */
  static IndexCommit of(Map<String, String> data) throws IndexDamaged {
    if (!PRESENT_FORMAT.equals(data.get(FORMAT))) {
      throw new IndexDamaged("The index has another format. format=" + data.get(FORMAT));
    }
    try {
      return new IndexCommit(
          SearchJson.read(data.getOrDefault(DEFINITION, "").getBytes(UTF_8)),
          new FeedToken(data.getOrDefault(TOKEN, "")),
          Boolean.parseBoolean(data.get(COMPLETE)),
          Long.parseLong(data.getOrDefault(AS_OF, "")));
    } catch (TableServiceException | NumberFormatException e) {
      throw new IndexDamaged("The commit of the index is not readable.", e);
    }
  }
}
