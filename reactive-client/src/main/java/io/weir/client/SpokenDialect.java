package io.weir.client;

import io.weir.api.TableService;
import java.util.function.Function;

/**
 * The dialect that a service is spoken to in.
 *
 * @param streams whether it is the streaming one
 * @param tables the service at the other end of one attempt: each operation is sent once, and not looked at further
 */
record SpokenDialect(boolean streams, Function<Attempt, TableService> tables) {}
