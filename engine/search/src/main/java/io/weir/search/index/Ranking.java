package io.weir.search.index;

import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.ExitableDirectoryReader;
import org.apache.lucene.index.ExitableDirectoryReader.ExitingReaderException;
import org.apache.lucene.index.QueryTimeoutImpl;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.SearcherManager;
import org.jspecify.annotations.Nullable;

/**
 * The ranked matches of one search, in the state that the index had when the search began. Later
 * changes neither repeat a match nor hide one.
 *
 * <p>Its methods block. One thread at a time; the next one after the last, in a happens-before
 * order. {@link #close} is also permitted after the index was closed.
 */
public final class Ranking implements AutoCloseable {

  private final SearcherManager searchers;
  private final IndexSearcher shared;
  private final IndexSearcher searcher;
  private final Query query;
  private final Duration most;
  private int passed;
  private @Nullable ScoreDoc last;
  private boolean isClosed;

  private Ranking(
      SearcherManager searchers,
      IndexSearcher shared,
      IndexSearcher searcher,
      Query query,
      int from,
      Duration most) {
    this.searchers = searchers;
    this.shared = shared;
    this.searcher = searcher;
    this.query = query;
    this.passed = from;
    this.most = most;
  }

  /**
   * Begins a search.
   *
   * @param from matches to pass over
   * @param most time for all of it, beginning now
   */
  static Ranking begin(SearcherManager searchers, Query query, int from, Duration most)
      throws IOException {
    var timeout = new QueryTimeoutImpl(most.toMillis());
    var shared = searchers.acquire();
    try {
      var reader = ExitableDirectoryReader.wrap((DirectoryReader) shared.getIndexReader(), timeout);
      // deliberate: a searcher of its own, because the time limit is a field of a searcher
      var searcher = new IndexSearcher(reader);
      searcher.setTimeout(
          timeout); // the reader limits the time of terms, the searcher that of matches
      return new Ranking(searchers, shared, searcher, query, from, most);
    } catch (IOException | RuntimeException e) {
      searchers.release(shared);
      throw e;
    }
  }

  /**
   * Returns the next matches. Fails with {@code OperationTimedOut} when the search takes longer
   * than it may.
   */
  public RankedWindow next(int count) throws IOException {
    try {
      var after = last;
      var found = after == null
          ? searcher.search(query, passed + count + 1).scoreDocs
          : searcher.searchAfter(after, query, count + 1).scoreDocs;
      if (searcher.timedOut()) {
        throw timedOut(null);
      }
      return window(found, after == null ? passed : 0, count);
    } catch (ExitingReaderException e) {
      throw timedOut(e);
    }
  }

  private RankedWindow window(ScoreDoc[] found, int from, int count) throws IOException {
    var fields = searcher.storedFields();
    var end = Math.min(found.length, from + count);
    var matches = new ArrayList<RankedWindow.Match>(count);
    for (var i = from; i < end; i++) {
      var key = fields
          .document(found[i].doc, Set.of(EntityDocuments.KEY))
          .getBinaryValue(EntityDocuments.KEY);
      matches.add(new RankedWindow.Match(
          EntityKey.decode(key.bytes, key.offset, key.length), found[i].score));
    }
    if (end > from) {
      last = found[end - 1];
    }
    return new RankedWindow(matches, found.length <= from + count);
  }

  private ServiceFailedException timedOut(@Nullable Throwable cause) {
    return new ServiceFailedException(
        ErrorCode.OPERATION_TIMED_OUT, "searchMillis=" + most.toMillis(), cause);
  }

  /** Releases the state of the index. */
  @Override
  public void close() throws IOException {
    if (!isClosed) {
      isClosed = true;
      searchers.release(shared);
    }
  }
}
