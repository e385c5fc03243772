/**
 * The shards of the store, for its operator. {@code GET /ACCOUNT/?comp=shards}, authenticated with a key of the operator's account, returns what each shard and loop
 * has cost since the start, and the partitions of this account that receive most requests. {@code PUT
 * /ACCOUNT/?comp=shards&shard=S&loop=L} moves a shard to a loop and returns 202; the shard's next turn runs there.
 *
 * <p>Shards hold the partitions of all accounts, so their numbers are those of the whole store, and a move concerns all accounts. Names and keys are shown of the account's own tables
 * only.
 *
 * <p>Threads: the loop of the connection; the partitions are collected from all loops. Failures: {@code AuthorizationFailure} for another account, {@code NotImplemented} for a backend without
 * shards, {@code InvalidInput} for a shard or a loop that the store does not have, {@code ServerBusy} when a loop does not answer.
 */
@NullMarked
package io.weir.server.shards;

import org.jspecify.annotations.NullMarked;
