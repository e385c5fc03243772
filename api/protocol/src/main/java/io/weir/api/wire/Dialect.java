package io.weir.api.wire;

import io.weir.api.JointCommit;
import io.weir.api.TableService;
import io.weir.api.write.Batch;

/**
 * The names of the streaming dialect: media types, query options, resources and headers. All other
 * parts of its URLs are the protocol's.
 *
 * <pre>
 * GET    /ACCOUNT/TABLE()                                 stream of a query; of one page with {@value #PAGE}=true
 * GET    /ACCOUNT/TABLE(PartitionKey='..',RowKey='..')    one entity
 * POST   /ACCOUNT/TABLE/{@value #READS}                         a pipeline of reads of single entities
 * POST   /ACCOUNT/TABLE/{@value #WRITE}                         one write
 * POST   /ACCOUNT/TABLE/{@value #WRITES}                        a pipeline of single writes
 * POST   /ACCOUNT/TABLE/{@value #BATCH}                         a batch
 * POST   /ACCOUNT/TABLE/{@value #BULK}                          a bulk write, of any length
 * POST   /ACCOUNT/{@value #COMMIT}                              a joint commit
 * POST   /ACCOUNT/{@value #COMMITS}                             a pipeline of joint commits
 * POST   /ACCOUNT/{@value #GET_ALL}                              a joint read
 * POST   /ACCOUNT/QUEUE/{@value #MESSAGES}                      a pipeline of operations on messages, on the port of queues
 * GET    /ACCOUNT/Tables                                  page of tables
 * GET    /ACCOUNT/Tables('TABLE')                         one table
 * POST   /ACCOUNT/Tables                                  create a table
 * DELETE /ACCOUNT/Tables('TABLE')                         drop a table
 * </pre>
 *
 * <p>A request selects the binary dialect by {@link #BINARY} in {@code Accept}, or in
 * {@code Content-Type} if it has a body. {@link Frame} lists the frames of each request and answer.
 * A stream and a bulk write are also available as lines of JSON: {@link #NDJSON}. {@code $filter},
 * {@code $select} and {@code $top} are the protocol's, except that {@code $top} limits the whole of
 * a stream.
 *
 * <p>A pipeline is a request whose answer may begin before its body ends. The service carries out
 * each frame when it has arrived, separately from the others. It answers each frame by one frame,
 * possibly a {@link Frame.Failure}, in the order of the frames. A frame that cannot be read is
 * answered by a failure that ends the answer. The service may end the answer at any time. It does
 * so after {@link #PIPELINE_SECONDS} and when it shuts down. When the answer ends properly, frames
 * without an answer were not carried out.
 */
public final class Dialect {

  /** Media type of frames. */
  public static final String BINARY = "application/vnd.weir.entities";

  /** Media type of lines of JSON. */
  public static final String NDJSON = "application/x-ndjson";

  /** Query option: a {@link io.weir.api.Continuation} at which the answer begins. */
  public static final String RESUME = "resume";

  /** Query option: {@code true} requests one page instead of a stream. */
  public static final String PAGE = "page";

  /**
   * Query option: {@link #DESCENDING}, the properties of an index, each perhaps followed by
   * {@code desc}, or absent.
   */
  public static final String ORDER_BY = "$orderby";

  /** The order of descending keys. */
  public static final String DESCENDING = "PartitionKey desc,RowKey desc";

  /** Header of a query: the name of the index that must be used, or {@link #NO_INDEX}. */
  public static final String INDEX_HEADER = "x-weir-index";

  /** The value of {@link #INDEX_HEADER} that forbids all indexes. */
  public static final String NO_INDEX = "-";

  /** Query option: {@code true} requests the cheapest order. */
  public static final String UNORDERED = "unordered";

  /**
   * Query option of a stream: most bytes of all entities, counted as frames. The stream ends after
   * the entity that reaches the number. At least 1.
   */
  public static final String MAX_BYTES = "maxBytes";

  /**
   * Query option of a stream: most bytes of the body that are sent in a second. At least
   * {@link #SLOWEST_RATE}.
   */
  public static final String RATE = "bytesPerSecond";

  /**
   * The lowest rate in bytes per second. At this rate the longest frame, 2 MiB, takes about 30
   * seconds, which is as long as a client waits for the next bytes.
   */
  public static final int SLOWEST_RATE = 64 * 1024;

  /** Path segment of a pipeline of reads. Its {@code $select} applies to every read. */
  public static final String READS = "$reads";

  /**
   * Path segment of a pipeline of writes. The writes begin in their order and are carried out
   * concurrently.
   */
  public static final String WRITES = "$writes";

  /**
   * The longest duration of a pipeline, in seconds. The signature of its request authorises it for
   * this long.
   */
  public static final int PIPELINE_SECONDS = 30;

  /** Path segment of a single write. */
  public static final String WRITE = "$write";

  /** Path segment of a batch. */
  public static final String BATCH = "$batch";

  /** Path segment of a bulk write. */
  public static final String BULK = "$bulk";

  /**
   * Path segment of a pipeline of operations on the messages of a queue. The operations begin in
   * their order and are carried out concurrently.
   */
  public static final String MESSAGES = "$messages";

  /** Path segment of a joint commit. */
  public static final String COMMIT = "$commit";

  /**
   * Path segment of a pipeline of joint commits. The commits begin in their order and are carried
   * out concurrently.
   */
  public static final String COMMITS = "$commits";

  /** Path segment of a joint read. */
  public static final String GET_ALL = "$getAll";

  /** Path segment of the change feed of a table or an account. */
  public static final String CHANGES = "$changes";

  /** Query option of a change feed: where it starts. See {@link io.weir.api.FeedStart#parse}. */
  public static final String FROM = "from";

  /** Path segment of the named consumers of an account. */
  public static final String CONSUMERS = "$consumers";

  /**
   * Query option of a change feed, in place of {@link #FROM}: the named consumer at whose position
   * it starts.
   */
  public static final String CONSUMER = "consumer";

  /**
   * Query option of a change feed: the partition groups that it reports. See
   * {@link io.weir.api.FeedGroups#parse}.
   */
  public static final String GROUPS = "groups";

  /**
   * Query option of a page of a change feed: how long the service waits for a change, in seconds.
   */
  public static final String WAIT = "wait";

  /** Header of a query for a page: {@code true} asks for {@link #UNUSED_HEADER}. */
  public static final String EXPLAIN_HEADER = "x-weir-explain";

  /**
   * Header of an answer: the declared indexes that the query did not use, each with the reason:
   * {@code byAge=sparse:Age,byName=cost}.
   */
  public static final String UNUSED_HEADER = "x-weir-unused-indexes";

  /** Header of an answer: the access path of the query. */
  public static final String PLAN_HEADER = "x-weir-plan";

  /** Path segment of the searches of an account. */
  public static final String SEARCHES = "$search";

  /** Query option of a search: the words. */
  public static final String SEARCH = "$search";

  /**
   * The header of a search's answer: the index holds every change that was acknowledged so many
   * milliseconds ago; 0 when it holds all.
   */
  public static final String SEARCH_LAG_HEADER = "x-weir-search-lag";

  /**
   * The header of a search's answer: the {@code $skip} of the next page. Absent on the last one.
   */
  public static final String SEARCH_NEXT_HEADER = "x-weir-search-next";

  /**
   * Header of a request in any dialect: how long the client still waits for the answer, in
   * milliseconds, as 1 to 10 digits.
   *
   * <p>The value is relative, so the two clocks need not agree. Work that is not finished in time
   * is cancelled and answered with {@code OperationTimedOut}. A stream that has begun ends with
   * this failure.
   */
  public static final String TIMEOUT_HEADER = "x-weir-timeout-ms";

  /**
   * The request header that says what a transaction may span; {@link #ACCOUNT_SCOPE} is its only
   * value.
   */
  public static final String SCOPE_HEADER = "x-weir-scope";

  /**
   * The value of {@link #SCOPE_HEADER} for a transaction over any partitions and tables of the
   * account: a joint commit.
   */
  public static final String ACCOUNT_SCOPE = "account";

  /** Longest body of a single write or of the creation of a table, in bytes. */
  public static final int WRITE_BYTES = FrameKind.HEAD_BYTES + 2 * 1024 * 1024;

  /**
   * Longest body of a batch in bytes: its entities, and for each write less than 8 KiB of key,
   * precondition and head.
   */
  public static final int BATCH_BYTES = Batch.MAX_BYTES + Batch.MAX_WRITES * 8 * 1024;

  /**
   * Longest body of a joint commit in bytes: its entities, and for each operation less than 8 KiB
   * of names, key and precondition.
   */
  public static final int COMMIT_BYTES =
      JointCommit.MAX_BYTES + JointCommit.MAX_OPERATIONS * 8 * 1024;

  /** Longest body of a joint read in bytes: at most 8 KiB for each key. */
  public static final int GET_ALL_BYTES = TableService.MAX_KEYS * 8 * 1024;

  /** Longest line of JSON in a bulk write, in bytes: the largest entity with base64 and escapes. */
  public static final int LINE_BYTES = 4 * 1024 * 1024;

  private Dialect() {}
}
