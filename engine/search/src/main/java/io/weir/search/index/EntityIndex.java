package io.weir.search.index;

import io.weir.api.entity.Entity;
import io.weir.api.search.SearchDefinition;
import io.weir.search.query.Clause;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexWriterConfig.OpenMode;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.Directory;

/**
 * The text index of a table, in a folder.
 *
 * <p>Changes are seen by searches after {@link #refresh} and survive a crash after {@link #commit}.
 * An index that is opened again is as it was at its last commit. Writing methods, {@link #commit}
 * and {@link #close} belong to one thread at a time; {@link #rank} may be used on any thread that
 * may block, the counters on any thread.
 *
 * <p>After an {@link IOException}, or an {@link IllegalStateException} of Lucene, the index takes
 * nothing more and must be closed.
 */
public final class EntityIndex implements AutoCloseable {

  private final Directory directory;
  private final Analyzer analyzer;
  private final SearchDefinition definition;
  private final EntityDocuments documents;
  private final IndexWriter writer;
  private final SearcherManager searchers;
  private IndexCommit commit;

  /** Written by the writing thread for any reader; nothing else is published with them. */
  private volatile long bytes;

  private volatile long count;

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
   * Opens an index as it was at its last commit. Compares every file with its checksum, so it reads
   * the whole index. Fails with {@link IndexDamaged} when a file is missing or is not what was
   * written.
   */
  public static EntityIndex open(Path folder, IndexOptions options) throws IOException {
    var directory = options.opener().open(folder);
    try {
      return open(directory, options.ramMib(), verified(directory), OpenMode.APPEND);
    } catch (UncheckedIOException e) { // the disk has failed, which is no damage
      directory.close();
      throw e.getCause();
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
    count = writer.getDocStats().numDocs;
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
    count = writer.getDocStats().numDocs;
  }

  /** Returns the length of a file; 0 if a merge has deleted it since it was listed. */
  private long length(String file) throws IOException {
    try {
      return directory.fileLength(file);
    } catch (FileNotFoundException | NoSuchFileException e) {
      return 0;
    }
  }

  /** Returns the number of entities at the last refresh or commit. Any thread; does not block. */
  public long documents() {
    return count;
  }

  /** Returns the length of the files at the last commit. Any thread; does not block. */
  public long bytes() {
    return bytes;
  }

  /**
   * Begins a search in the present state of the index. Fails with {@code InvalidInput} for a
   * property that is not searched. The caller closes the ranking.
   *
   * @param weights the definition in force, whose weights count
   * @param from matches to pass over
   * @param most time for the whole search
   */
  public Ranking rank(List<Clause> clauses, SearchDefinition weights, int from, Duration most)
      throws IOException {
    var query = new ClauseQueries(analyzer, definition, weights).of(clauses);
    return Ranking.begin(searchers, query, from, most);
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
