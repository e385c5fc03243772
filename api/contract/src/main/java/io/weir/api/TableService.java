package io.weir.api;

/**
 * The tables of one account.
 *
 * <p>Nothing happens before subscription. Each subscription is a separate request. Every failure is
 * a {@link io.weir.api.error.TableServiceException}. A write is acknowledged by its value or by
 * completion. From then on it is as durable as the service's setting promises, and every read that
 * begins afterwards sees it.
 *
 * <p>Cancelling a read stops it. Cancelling a write only stops waiting for its outcome: the write
 * may still be carried out.
 *
 * <p>It consists of three doors: {@link Tables}, {@link Definitions} and {@link Feed}.
 *
 * <p>No method blocks. Each implementation states on which threads its signals run.
 */
public interface TableService extends Tables, Definitions, Feed {}
