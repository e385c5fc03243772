package io.weir.api.wire;

import io.weir.api.write.Batch;

/**
 * How the streaming dialect differs from the protocol whose URLs it uses: media types, query options, resources, headers.
 *
 * <pre>
 * GET    /ACCOUNT/TABLE()                                 stream of a query; of one page with {@value #PAGE}=true
 * GET    /ACCOUNT/TABLE(PartitionKey='..',RowKey='..')    one entity
 * POST   /ACCOUNT/TABLE/{@value #READS}                         a pipeline of reads of single entities
 * POST   /ACCOUNT/TABLE/{@value #WRITE}                         one write
 * POST   /ACCOUNT/TABLE/{@value #WRITES}                        a pipeline of single writes
 * POST   /ACCOUNT/TABLE/{@value #BATCH}                         a batch
 * POST   /ACCOUNT/TABLE/{@value #BULK}                          a bulk write, of any length
 * GET    /ACCOUNT/Tables                                  page of tables
 * GET    /ACCOUNT/Tables('TABLE')                         one table
 * POST   /ACCOUNT/Tables                                  create a table
 * DELETE /ACCOUNT/Tables('TABLE')                         drop a table
 * </pre>
 *
 * A request is of the binary dialect when {@code Accept}, or {@code Content-Type} where there is a body, is {@link #BINARY}; {@link
 * Frame} says what each carries. A stream and a bulk write can be had in lines of JSON as well: {@link #NDJSON}. {@code $filter}, {@code
 * $select} and {@code $top} are the protocol's, but for a stream {@code $top} is a total.
 *
 * <p>A pipeline is a request whose body need not end before it is answered: each frame of it is carried out when it is there, by itself,
 * and answered by one frame, a {@link Frame.Failure} included, in the order of the frames. A frame that cannot be read is answered so,
 * too, and ends the answer. The service may end it at any time, and does after {@link #PIPELINE_SECONDS} or when it shuts down: what is
 * not answered when the answer ends properly was not looked at.
 */
public final class Dialect {

  /** Media type of frames. */
  public static final String BINARY = "application/vnd.weir.entities";

  /** Media type of lines of JSON. */
  public static final String NDJSON = "application/x-ndjson";

  /** Query option: a {@link io.weir.api.Continuation} to go on from. */
  public static final String RESUME = "resume";

  /** Query option: {@code true} asks for one page, not for a stream. */
  public static final String PAGE = "page";

  /** Query option: {@link #DESCENDING}, or absent. */
  public static final String ORDER_BY = "$orderby";

  /** The only order that can be asked for: backwards. */
  public static final String DESCENDING = "PartitionKey desc,RowKey desc";

  /** Query option: {@code true} asks for any order, the cheapest. */
  public static final String UNORDERED = "unordered";

  /** Query option of a stream: it ends behind the entity with which all of them have come to so many bytes, as frames. 1 and up. */
  public static final String MAX_BYTES = "maxBytes";

  /** Query option of a stream: no more bytes of its body are sent in a second. {@link #SLOWEST_RATE} and up. */
  public static final String RATE = "bytesPerSecond";

  /** The longest frame, two MiB, takes half a minute at this rate: as long as clients wait for a sign of life. */
  public static final int SLOWEST_RATE = 64 * 1024;

  /** Path segment of a pipeline of reads. Its {@code $select} is that of all of them. */
  public static final String READS = "$reads";

  /** Path segment of a pipeline of writes. They begin in their order, and are carried out at the same time. */
  public static final String WRITES = "$writes";

  /** How long a pipeline may last: what was proven when it began holds for so long. */
  public static final int PIPELINE_SECONDS = 30;

  /** Path segment of a single write. */
  public static final String WRITE = "$write";

  /** Path segment of a batch. */
  public static final String BATCH = "$batch";

  /** Path segment of a bulk write. */
  public static final String BULK = "$bulk";

  /** Header of an answer: how the query was answered. */
  public static final String PLAN_HEADER = "x-weir-plan";

  /**
   * Header of a request, taken in every dialect: how long the client still waits for its answer, in whole milliseconds, 1 to ten
   * digits. Relative, so that the two clocks need not agree. Work that is not done by then is cancelled and answered with {@code
   * OperationTimedOut}; a stream that has begun ends with that failure.
   */
  public static final String TIMEOUT_HEADER = "x-weir-timeout-ms";

  /** Longest body of a single write, or of the creation of a table. */
  public static final int WRITE_BYTES = FrameKind.HEAD_BYTES + 2 * 1024 * 1024;

  /** Longest body of a batch: its entities, and for each write less than 8 KiB of key, precondition and head. */
  public static final int BATCH_BYTES = Batch.MAX_BYTES + Batch.MAX_WRITES * 8 * 1024;

  /** Longest line of JSON in a bulk write: the largest entity, base64 and escapes allowed for. */
  public static final int LINE_BYTES = 4 * 1024 * 1024;

  private Dialect() {}
}
