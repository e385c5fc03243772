package io.weir.search.index;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.search.SearchDefinition;
import io.weir.search.query.Clause;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexWriterConfig.OpenMode;
import org.apache.lucene.index.QueryTimeoutImpl;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.Directory;

/**
 * The text index of a table, in a folder.
 *
 * <p>Changes are seen by searches after {@link #refresh} and survive a crash after {@link #commit}. An index that is opened again is as it was at
 * its last commit. Writing methods, {@link #commit} and {@link #close} belong to one thread at a time; {@link #window} and the counters may be
 * used on any thread that may block.
 *
 * <p>After an {@link IOException}, or an {@link IllegalStateException} of Lucene, the index takes nothing more and must be closed.
 */
public final class EntityIndex implements AutoCloseable {

  private final Directory directory;
  private final Analyzer analyzer;
  private final SearchDefinition definition;
  private final EntityDocuments documents;
  private final IndexWriter writer;
  private final SearcherManager searchers;
  private IndexCommit commit;
  private volatile long bytes;

  private EntityIndex(
      Directory directory,
      Analyzer analyzer,
      IndexWriter writer,
      SearcherManager searchers,
      IndexCommit commit) {
    this.directory = directory;
    this.analyzer = analyzer;
    this.definition = commit.definition();
    this.documents = new EntityDocuments(definition);
    this.writer = writer;
    this.searchers = searchers;
    this.commit = commit;
  }

  /** Creates an empty index in place of what the folder holds, and commits it. */
  public static EntityIndex create(Path folder, IndexOptions options, IndexCommit first)
      throws IOException {
    var directory = options.opener().open(folder);
    try {
      return open(directory, options.ramMib(), first, OpenMode.CREATE);
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  /**
   * Opens an index as it was at its last commit. Compares every file with its checksum, so it reads the whole index. Fails with {@link IndexDamaged} when a file is missing or is not what was written.
   */
  public static EntityIndex open(Path folder, IndexOptions options) throws IOException {
    var directory = options.opener().open(folder);
    try {
      return open(directory, options.ramMib(), verified(directory), OpenMode.APPEND);
    } catch (CorruptIndexException
        | IndexFormatTooOldException
        | IndexFormatTooNewException
        | EOFException
        | FileNotFoundException
        | NoSuchFileException
        | RuntimeException
            e) { // deliberate: a decoder that meets changed bytes may fail in any way
      directory.close();
      throw new IndexDamaged("The index is damaged. cause=" + e.getMessage(), e);
    } catch (IOException e) {
      directory.close();
      throw e;
    }
  }

  private static IndexCommit verified(Directory directory) throws IOException {
    try (var reader = DirectoryReader.open(directory)) {
      for (var leaf : reader.leaves()) {
        leaf.reader().checkIntegrity();
      }
      return IndexCommit.of(reader.getIndexCommit().getUserData());
    }
  }

  private static EntityIndex open(
      Directory directory, double ramMib, IndexCommit commit, OpenMode mode) throws IOException {
    var analyzer = PropertyAnalyzers.of(commit.definition());
    var writer = new IndexWriter(
        directory,
        new IndexWriterConfig(analyzer)
            .setOpenMode(mode)
            .setRAMBufferSizeMB(ramMib)
            .setMergeScheduler(new MergeThreads())
            .setCommitOnClose(false));
    try {
      if (mode == OpenMode.CREATE) {
        writer.setLiveCommitData(commit.toData().entrySet());
        writer.commit();
      }
      var index =
          new EntityIndex(directory, analyzer, writer, new SearcherManager(writer, null), commit);
      index.measure();
      return index;
    } catch (IOException | RuntimeException e) {
      writer.rollback();
      throw e;
    }
  }

  /** Adds an entity, in place of an earlier form of it. */
  public void put(byte[] key, int group, Entity entity) throws IOException {
    var document = documents.of(key, group, entity);
    if (document.isPresent()) {
      writer.updateDocument(EntityDocuments.key(key), document.get());
    } else {
      remove(key);
    }
  }

  /** Removes an entity, if it is there. */
  public void remove(byte[] key) throws IOException {
    writer.deleteDocuments(EntityDocuments.key(key));
  }

  /** Removes the entities of a partition group whose encoded keys lie in a range. */
  public void removeRange(byte[] from, byte[] to, int group) throws IOException {
    writer.deleteDocuments(EntityDocuments.range(from, to, group));
  }

  /** Shows the changes to searches that begin from now on. */
  public void refresh() throws IOException {
    searchers.maybeRefreshBlocking();
  }

  /** Makes the changes durable together with what is said about them. */
  public void commit(IndexCommit next) throws IOException {
    writer.setLiveCommitData(next.toData().entrySet());
    writer.commit();
    commit = next;
    measure();
  }

  /** Returns the last commit. Belongs to the writing thread. */
  public IndexCommit lastCommit() {
    return commit;
  }

  /** Returns the properties and analyzers for which the index was built. Any thread. */
  public SearchDefinition definition() {
    return definition;
  }

  private void measure() throws IOException {
    var sum = 0L;
    for (var file : directory.listAll()) {
      sum += length(file);
    }
    bytes = sum;
  }

  /** Returns the length of a file; 0 if a merge has deleted it since it was listed. */
  private long length(String file) throws IOException {
    try {
      return directory.fileLength(file);
    } catch (FileNotFoundException | NoSuchFileException e) {
      return 0;
    }
  }

  /** Returns the number of entities that are searched. */
  public long documents() throws IOException {
    var searcher = searchers.acquire();
    try {
      return searcher.getIndexReader().numDocs();
    } finally {
      searchers.release(searcher);
    }
  }

  /** Returns the length of the files at the last commit. */
  public long bytes() {
    return bytes;
  }

  /**
   * Returns a run of the ranked matches of a search. Fails with {@code InvalidInput} for a property that is not searched, and with {@code
   * OperationTimedOut} when the search takes longer than it may.
   *
   * @param weights the definition in force, whose weights count
   */
  public RankedWindow window(
      List<Clause> clauses, SearchDefinition weights, int from, int count, Duration most)
      throws IOException {
    var query = new ClauseQueries(analyzer, definition, weights).of(clauses);
    var shared = searchers.acquire();
    try {
      // deliberate: one of its own, because the time limit is a field of a searcher
      var searcher = new IndexSearcher(shared.getIndexReader());
      searcher.setTimeout(new QueryTimeoutImpl(most.toMillis()));
      var found = searcher.search(query, from + count + 1).scoreDocs;
      if (searcher.timedOut()) {
        throw new ServiceFailedException(
            ErrorCode.OPERATION_TIMED_OUT, "searchMillis=" + most.toMillis(), null);
      }
      return window(searcher, found, from, count);
    } finally {
      searchers.release(shared);
    }
  }

  private static RankedWindow window(IndexSearcher searcher, ScoreDoc[] found, int from, int count)
      throws IOException {
    var fields = searcher.storedFields();
    var matches = new ArrayList<RankedWindow.Match>();
    for (var i = from; i < Math.min(found.length, from + count); i++) {
      var key = fields
          .document(found[i].doc, Set.of(EntityDocuments.KEY))
          .getBinaryValue(EntityDocuments.KEY);
      matches.add(new RankedWindow.Match(
          EntityKey.decode(key.bytes, key.offset, key.length), found[i].score));
    }
    return new RankedWindow(matches, found.length <= from + count);
  }

  /** Releases everything. What was not committed is lost. */
  @Override
  public void close() throws IOException {
    try (directory;
        analyzer;
        searchers) {
      writer.rollback();
    }
  }
}
