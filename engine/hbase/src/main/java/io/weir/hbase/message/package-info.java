/**
 * The messages between gateways and region servers. Pure; any thread. Loaded by both sides, therefore without Reactor.
 *
 * <p>A message is immutable and has a binary form: numbers are big-endian, and a text or a sequence of bytes follows its length of four
 * bytes. {@link io.weir.hbase.message.EntityService} names the calls.
 *
 * <p>A form changes only together with the name of the service, because gateways and region servers are not replaced at one moment.
 */
@NullMarked
package io.weir.hbase.message;

import org.jspecify.annotations.NullMarked;
