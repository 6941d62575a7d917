import type { Migration } from './migration'

export const eventMessages: Migration = {
  id: '0031-event-messages',
  compatible: false,
  sql: `
    alter table log_event add column severity text not null default 'INFO';
    alter table log_event add column message text not null default '';
    update log_event set message = fields->>'message', fields = fields - 'message' where fields ? 'message';
  `,
}
