export { startUploadSweep } from './uploads.jobs'
export { uploadsRoutes } from './uploads.routes'
export { UploadsService } from './uploads.service'
export { UploadsStore } from './uploads.store'
