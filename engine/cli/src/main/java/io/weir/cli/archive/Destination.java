package io.weir.cli.archive;

import io.weir.api.TableService;

/**
 * The destination of an account's tables.
 *
 * @param tables take the entities
 * @param policies take the stored access policies
 */
public record Destination(TableService tables, Policies policies) {}
