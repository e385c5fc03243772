package io.weir.api.json;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.search.SearchHit;
import java.util.List;

/**
 * The entities of a search's answer. Each begins with its score, at every level of metadata. Any
 * thread.
 *
 * <pre>
 * {"odata.metadata":"..","value":[{"weir.score":1.25,"odata.etag":"..","PartitionKey":..},..]}
 * </pre>
 */
public final class SearchHits {

  /** The member with the score. No property can have this name. */
  public static final String SCORE = "weir.score";

  private SearchHits() {}

  /**
   * Reads a page. Fails with {@code InvalidInput} for another form, and as {@link EntityReader}
   * does.
   */
  public static List<SearchHit> read(byte[] body) {
    return ValueList.read(body, SearchHits::hit);
  }

  private static SearchHit hit(byte[] source, int offset, int length) {
    var metadata = EntityMetadata.of(
        name -> EntityReader.tellsVersion(name) || name.equals(SCORE), SCORE::equals);
    var entity = EntityReader.stored(source, offset, length, null, metadata);
    var score = metadata.texts().get(SCORE);
    if (score == null) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "missing=" + SCORE);
    }
    return new SearchHit(entity, Float.parseFloat(score));
  }
}
